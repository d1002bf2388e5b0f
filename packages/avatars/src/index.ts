export type {
  AvatarFiles,
  AvatarImage,
  Avatars,
  AvatarsOptions,
  AvatarUser,
  BackfillOptions,
  BackfillProgress,
  BackfillSummary,
  ExternalService,
  GenerateOptions,
  ImageOptions,
  UploadLimits,
} from './Avatars.ts';
export { type Avatar, type AvatarFile, type AvatarSource, avatarSources, type UserId } from './Avatars.ts';
export { createAvatars } from './createAvatars.ts';
export { AvatarError, type AvatarErrorCode, avatarErrors } from './errors.ts';
export { initialsImage } from './initials/initialsImage.ts';
export { type InstallAvatarsOptions, installAvatars, removeAvatars } from './records/AvatarStore.ts';
