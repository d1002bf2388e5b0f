/** Says in words for a person why what was chosen cannot become an image. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';
}
