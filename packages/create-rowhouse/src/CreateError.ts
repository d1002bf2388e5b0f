/** Why nothing was made, in words for the person who asked. */
export class CreateError extends Error {}
