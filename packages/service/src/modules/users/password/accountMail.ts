import type { Translate } from '../../../kernel/language/translate.ts';
import { type LetterContent, letter } from '../../../kernel/mail/letter.ts';
import type { Mail } from '../../../kernel/mail/Mailer.ts';
import { linkMinutes } from './passwordLinks.ts';

/** What a mail about the password of an account is about. */
export type AccountMailAbout =
  | { readonly about: 'reset'; readonly token: string }
  | { readonly about: 'invitation'; readonly token: string; readonly inviter: string }
  | { readonly about: 'changed' };

export interface AccountMailSurroundings {
  readonly id: string;
  readonly recipient: Mail['to'];
  readonly language: string;
  readonly translate: Translate;
  /** The configured address of the service: never one of a request. */
  readonly baseUrl: string;
}

export function accountMail(mail: AccountMailAbout, surroundings: AccountMailSurroundings): Mail {
  const { id, ...rest } = surroundings;

  return letter({ id, createdAt: new Date(), ...contentOf(mail, surroundings) }, rest);
}

function contentOf(
  mail: AccountMailAbout,
  { language, translate, baseUrl }: AccountMailSurroundings,
): Pick<LetterContent, 'title' | 'body' | 'link'> {
  const say = (text: string, parameters?: Record<string, string | number>) =>
    translate(language, text, parameters);
  switch (mail.about) {
    case 'reset':
      return {
        title: say('Choose a new password'),
        body: say(
          'A new password was requested for your account. Choose it within {minutes} minutes; the link works once.\nIf you did not request this, ignore this e-mail: your password does not change.',
          { minutes: linkMinutes },
        ),
        link: { address: linkOf(baseUrl, mail.token), label: say('Choose a password') },
      };
    case 'invitation':
      return {
        title: say('{name} invites you to Rowhouse', { name: mail.inviter }),
        body: say(
          'An account was created for you. Choose its password within {minutes} minutes; the link works once. If it has expired, request another invitation.',
          { minutes: linkMinutes },
        ),
        link: { address: linkOf(baseUrl, mail.token), label: say('Choose a password') },
      };
    case 'changed':
      return {
        title: say('Your password was changed'),
        body: say(
          'It was changed by a link that was sent to this address, and you were signed out everywhere. Your API keys still work.\nIf this was not you, contact an administrator.',
        ),
        link: null,
      };
  }
}

/** The part after # is never sent to a server: it is in no log and in no Referer, and a mail scanner cannot use it up. */
function linkOf(baseUrl: string, token: string): string {
  return `${baseUrl}/set-password#${token}`;
}
