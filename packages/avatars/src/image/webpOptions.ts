/** How images are stored. */
export const webpOptions = { quality: 85 } as const;
