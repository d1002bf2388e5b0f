import { text as readText } from 'node:stream/consumers';
import { StartError } from '../kernel/StartError.ts';
import { randomPassword } from '../modules/users/administrators.ts';
import { passwordLength } from '../modules/users/auth/passwordLength.ts';

/** The option of commands that set a password. */
export const passwordArgs = {
  'password-stdin': {
    type: 'boolean',
    description: 'Read the password from standard input. By default, one is generated and printed.',
    default: false,
  },
} as const;

export interface NewPassword {
  readonly password: string;
  /** Whether the command made it up, and has to print it. */
  readonly isGenerated: boolean;
}

export async function newPassword(args: { readonly 'password-stdin': boolean }): Promise<NewPassword> {
  const isGenerated = !args['password-stdin'];
  const password = isGenerated ? randomPassword() : (await readText(process.stdin)).trim();
  const { min, max } = passwordLength;
  if (password.length < min || password.length > max) {
    throw new StartError(
      `The password has ${password.length} characters; it must have between ${min} and ${max}.`,
    );
  }

  return { password, isGenerated };
}
