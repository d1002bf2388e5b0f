/** See build/iconStyles.ts. */
declare module 'virtual:icons' {
  /** Address of the folder with solid/, regular/ and brands/. */
  export const iconsFolder: string;
}
