/**
 * A job ends here, and is given back to its queue to go on at once elsewhere; that is no failed attempt. Workers abort
 * with it when their process stops; a kind may reject with it to go on later.
 */
export class Requeue extends Error {
  override readonly name = 'Requeue';
}
