export type { ActorOf } from './authorize.ts';
export { type AvatarActor, mayChange } from './authorize.ts';
export { type AvatarsPluginOptions, avatars, type UploadTurns } from './avatars.ts';
