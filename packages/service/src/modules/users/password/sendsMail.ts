import type { Config } from '../../../kernel/config/Config.ts';

/** Whether mails reach people. Without a mail server they become files, so nothing is offered that depends on one. */
export function sendsMail({ mail }: Pick<Config, 'mail'>): boolean {
  return mail.smtp !== null;
}
