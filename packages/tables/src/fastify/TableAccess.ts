import type { FastifyRequest } from 'fastify';
import type { TableAccess as Access } from '../http/TableAccess.ts';

/** Who is asking, and what they may use. The library asks; the application knows. */
export type TableAccess<User = unknown> = Access<FastifyRequest, User>;
