/** Loads all icons of Font Awesome: those that the pages themselves name are in `virtual:icons.css`. */
export async function loadIconFont(): Promise<void> {
  await import('./style/iconFont.css');
  document.documentElement.classList.add('has-icon-font');
}
