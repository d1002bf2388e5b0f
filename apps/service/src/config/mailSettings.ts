import { type TSchema, Type } from 'typebox';
import type { MailConfig, SmtpConfig } from './Config.ts';

/** What the operator writes. */
export interface MailSettings {
  readonly from?: string;
  /** An address, or its parts. */
  readonly smtp?: { readonly url?: string } & Partial<SmtpConfig>;
}

const mailbox = '[^\\s<>@,;]+@[^\\s<>@,;]+';

export const mailSchema: TSchema = Type.Object(
  {
    from: Type.Optional(
      Type.String({
        pattern: `^([^<>@,;"\\x00-\\x1f]*<${mailbox}>|${mailbox})$`,
        description: 'a sender such as Rowhouse <rowhouse@example.com>',
      }),
    ),
    smtp: Type.Optional(
      Type.Object(
        {
          url: Type.Optional(
            Type.String({
              pattern: '^smtps?://([^/?#@]+@)?[^/?#@]+/?$',
              description: 'an address such as smtp://user:password@mail.example.com:587',
            }),
          ),
          host: Type.Optional(Type.String({ minLength: 1, description: 'the name of a mail server' })),
          port: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 65_535, description: 'a whole number from 1 to 65535' }),
          ),
          secure: Type.Optional(Type.Boolean({ description: 'true or false' })),
          user: Type.Optional(Type.String({ minLength: 1, description: 'a user name' })),
          password: Type.Optional(Type.String({ minLength: 1, description: 'a password' })),
        },
        {
          additionalProperties: false,
          description: 'the settings of a mail server: url, or host and the rest',
        },
      ),
    ),
  },
  { additionalProperties: false, description: 'the settings of mail: from and smtp' },
);

/** Faults that a schema of single keys cannot tell; never with a value, since most are secret. */
export function mailFaults({ from, smtp }: MailSettings = {}): string[] {
  if (smtp === undefined) return [];
  const { url, ...parts } = smtp;
  const faults: string[] = [];
  if (url !== undefined && Object.keys(parts).length > 0) {
    const keys = Object.keys(parts).map((key) => `mail.smtp.${key}`);
    faults.push(`Both mail.smtp.url (ROWHOUSE_SMTP_URL) and ${keys.join(', ')} are set. Remove one of them.`);
  } else if (url !== undefined && fromUrl(url) === null) {
    faults.push(
      'mail.smtp.url (ROWHOUSE_SMTP_URL) cannot be read (its value is not shown). Write characters such as @, :, / and ' +
        '% of the user and the password as %40, %3A, %2F and %25.',
    );
  } else if (url === undefined && smtp.host === undefined) {
    faults.push('mail.smtp has no host. Name the mail server with ROWHOUSE_SMTP_HOST or ROWHOUSE_SMTP_URL.');
  } else if ((smtp.user === undefined) !== (smtp.password === undefined)) {
    faults.push('mail.smtp has only one of user and password. Set both, or neither.');
  }
  if (from === undefined) {
    faults.push(
      'ROWHOUSE_MAIL_FROM is not set, but a mail server is. Set the sender, such as "Rowhouse <rowhouse@example.com>".',
    );
  }

  return faults;
}

/** What the operator wrote, completed. Only of settings without faults. */
export function completeMail({ from, smtp }: MailSettings = {}): MailConfig {
  const { url, host = '', secure = false, ...rest } = smtp ?? {};
  const parts: SmtpConfig = { ...rest, host, secure, port: rest.port ?? (secure ? 465 : 587) };

  return {
    from: from ?? 'Rowhouse <rowhouse@localhost>',
    smtp: smtp === undefined ? null : url === undefined ? parts : fromUrl(url),
  };
}

function fromUrl(text: string): SmtpConfig | null {
  try {
    const url = new URL(text);
    const secure = url.protocol === 'smtps:';
    const [user, password] = [url.username, url.password].map(decodeURIComponent);

    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      ...(user !== '' && { user, password }),
    };
  } catch {
    return null;
  }
}
