import type { IsSecretName } from './secretNames.ts';

/** Shared by all parts of a mask. */
export interface MaskRules {
  readonly isSecretName: IsSecretName;
  /** Classifies the name of a header or property. */
  name(name: string): MemberName;
  /** Masks any text. */
  text(text: string): string;
  /** Masks a text that may itself be JSON. `depth` counts the JSON texts around it. */
  nested(text: string, depth?: number): string;
}

export interface MemberName {
  /** The masked name: `session:17` is `session:***`. */
  readonly shown: string;
  /** Whether its value is secret, by the original or the masked name. */
  readonly isSecret: boolean;
  /** Whether it belongs to an OAuth grant, so that a `code` next to it is secret. */
  readonly isOfGrant: boolean;
  /** As in `{ name: 'password', value: … }`. */
  readonly role: 'name' | 'value' | null;
}
