/** See src/pagesBuild/pageStyles.ts. */
declare module 'virtual:icons' {
  /** Address of the folder with solid/, regular/ and brands/. */
  export const iconsFolder: string;
  /** Names of the icons in `virtual:icons.css`, separated by spaces. */
  export const iconNames: string;
}

/** See src/pagesBuild/pagesConfig.ts of the service. */
declare module 'virtual:module-pages' {
  const definitions: readonly import('./definePages.ts').PagesDefinition[];
  export default definitions;
}
