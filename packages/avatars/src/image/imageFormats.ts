/** Formats that can be uploaded: the extensions of their files, and their media types. */
export const imageFormats = {
  png: { extensions: ['png'], mimeTypes: ['image/png'] },
  jpeg: { extensions: ['jpg', 'jpeg'], mimeTypes: ['image/jpeg'] },
  gif: { extensions: ['gif'], mimeTypes: ['image/gif'] },
  webp: { extensions: ['webp'], mimeTypes: ['image/webp'] },
  svg: { extensions: ['svg'], mimeTypes: ['image/svg+xml'] },
} as const;

export type ImageFormat = keyof typeof imageFormats;
