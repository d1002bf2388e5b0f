export type {
  Avatar,
  AvatarFile,
  AvatarFiles,
  AvatarImage,
  Avatars,
  AvatarsOptions,
  AvatarUser,
  BackfillOptions,
  BackfillSummary,
  GenerateOptions,
  ImageOptions,
  UploadLimits,
} from './Avatars.ts';
export { createAvatars } from './createAvatars.ts';
export { AvatarError, type AvatarErrorCode, avatarErrors } from './errors.ts';
export { type InstallAvatarsOptions, installAvatars, removeAvatars } from './records/AvatarStore.ts';
