/**
 * What it is made of. A class that extends it gives an object that exists a private member: copies of the object do not
 * have it, and nobody else sees it.
 */
export class Itself {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: the object takes the place of a new one.
    return object;
  }
}
