/** A message to one person. */
export interface Mail {
  /** Letters, digits and dashes; the same for each delivery of the same message, which receivers recognise by it. */
  readonly id: string;
  readonly createdAt: Date;
  /** Tag of the language that it is written in. */
  readonly language: string;
  readonly to: { readonly name: string; readonly address: string };
  /** Without line breaks. */
  readonly subject: string;
  readonly text: string;
  /** What stands in the body of an HTML page; everything that is not markup is escaped. */
  readonly html: string;
}

export interface Mailer {
  /** Rejects with a MailError, or with the signal's reason. */
  send(mail: Mail, signal?: AbortSignal): Promise<void>;
  close(): void;
}
