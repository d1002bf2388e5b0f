import { defineSection } from '../defineSection.ts';
import { boolean, group, text, type ValueOf, whole } from '../keys.ts';

const mailbox = '[^\\s<>@,;]+@[^\\s<>@,;]+';

const parts = {
  host: text('Mail server, instead of `smtp.url`.', { env: 'ROWHOUSE_SMTP_HOST' }),
  port: whole('Its port.', {
    env: 'ROWHOUSE_SMTP_PORT',
    range: [1, 65_535],
    defaultText: '`587`, or `465` when `secure`',
  }),
  secure: boolean('Whether to use TLS from the start; otherwise STARTTLS is used if the server offers it.', {
    env: 'ROWHOUSE_SMTP_SECURE',
    default: false,
  }),
  user: text('User name for the mail server.', { env: 'ROWHOUSE_SMTP_USER', secret: true }),
  password: text('Password for the mail server.', { env: 'ROWHOUSE_SMTP_PASSWORD', secret: true }),
};

export type SmtpConfig = Omit<ValueOf<typeof parts>, 'host' | 'port'> & {
  readonly host: string;
  readonly port: number;
};

export const mail = defineSection(
  'mail',
  {
    from: text('Sender of all mails. Required with a mail server.', {
      pattern: `^([^<>@,;"\\x00-\\x1f]*<${mailbox}>|${mailbox})$`,
      expected: 'a sender such as Rowhouse <rowhouse@example.com>',
      default: 'Rowhouse <rowhouse@localhost>',
    }),
    smtp: group({
      url: text('Mail server: `smtp://user:password@host:587`, or `smtps://` for TLS from the start.', {
        env: 'ROWHOUSE_SMTP_URL',
        secret: true,
        pattern: '^smtps?://([^/?#@]+@)?[^/?#@]+/?$',
        expected: 'an address such as smtp://user:password@mail.example.com:587',
        defaultText: 'mails are written as files',
      }),
      ...parts,
    }),
  },
  {
    check({ from, smtp }) {
      if (smtp === undefined) return [];
      const { url, ...others } = smtp;
      const faults: string[] = [];
      if (url !== undefined && Object.keys(others).length > 0) {
        const names = Object.keys(others).map((name) => `mail.smtp.${name}`);
        faults.push(
          `Both mail.smtp.url (ROWHOUSE_SMTP_URL) and ${names.join(', ')} are set. Remove one of them.`,
        );
      } else if (url !== undefined && fromUrl(url) === null) {
        faults.push(
          'mail.smtp.url (ROWHOUSE_SMTP_URL) cannot be read (its value is not shown). Write characters such as @, :, / and ' +
            '% of the user and the password as %40, %3A, %2F and %25.',
        );
      } else if (url === undefined && smtp.host === undefined) {
        faults.push(
          'mail.smtp has no host. Name the mail server with ROWHOUSE_SMTP_HOST or ROWHOUSE_SMTP_URL.',
        );
      } else if ((smtp.user === undefined) !== (smtp.password === undefined)) {
        faults.push('mail.smtp has only one of user and password. Set both, or neither.');
      }
      if (from === undefined) {
        faults.push(
          'ROWHOUSE_MAIL_FROM is not set, but a mail server is. Set the sender, such as "Rowhouse <rowhouse@example.com>".',
        );
      }

      return faults;
    },

    /** Without a mail server `smtp` is null, and mails become files in `{dataDir}/outbox`. */
    complete({ from, smtp: { url, host, ...rest } }): {
      readonly from: string;
      readonly smtp: SmtpConfig | null;
    } {
      if (url !== undefined) return { from, smtp: fromUrl(url) };
      if (host === undefined) return { from, smtp: null };
      return { from, smtp: { ...rest, host, port: rest.port ?? usualPort(rest.secure) } };
    },
  },
);

function fromUrl(address: string): SmtpConfig | null {
  try {
    const url = new URL(address);
    const secure = url.protocol === 'smtps:';
    const [user, password] = [url.username, url.password].map(decodeURIComponent);

    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? usualPort(secure) : Number(url.port),
      secure,
      ...(user !== '' && { user, password }),
    };
  } catch {
    return null;
  }
}

function usualPort(secure: boolean): number {
  return secure ? 465 : 587;
}
