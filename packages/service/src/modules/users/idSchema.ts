import { Type } from 'typebox';

/** The id of a user or a role. */
export const idSchema = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
