import { basename, dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { ready, serverSettings } from './serverSettings.ts';

const app = fastify();
await app.register(fastifyStatic, { root: dirname(serverSettings.stored), wildcard: false });
await ready(app, `/${basename(serverSettings.stored)}`);
