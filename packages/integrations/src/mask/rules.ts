import { isOfGrant } from './maskForm.ts';
import { isPlain, textMask } from './maskText.ts';
import { maskJson } from './maskValue.ts';
import { type IsSecretName, remembered, secretNameTest } from './secretNames.ts';

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

interface MemberName {
  /** The masked name: `session:17` is `session:***`. */
  readonly shown: string;
  /** Whether its value is secret, by the original or the masked name. */
  readonly isSecret: boolean;
  /** Whether it belongs to an OAuth grant, so that a `code` next to it is secret. */
  readonly isOfGrant: boolean;
  /** As in `{ name: 'password', value: … }`. */
  readonly role: 'name' | 'value' | null;
}

/** Maximum levels of JSON within strings of JSON. */
const deepestText = 4;

export function maskRules(keys: readonly string[], except: readonly string[]): MaskRules {
  const isSecretName = secretNameTest(keys, except);
  const text = textMask(isSecretName);
  const rules: MaskRules = {
    isSecretName,
    name: remembered((name) => readName(name, rules), { most: 5_000, longest: 64 }),
    text,
    nested: (value, depth = 0) => {
      if (isPlain(value)) return value;
      const shown = depth < deepestText ? maskJson(value, rules, depth + 1) : null;

      return shown === null || shown === value ? text(value) : shown;
    },
  };

  return rules;
}

function readName(name: string, { nested, isSecretName }: MaskRules): MemberName {
  const shown = nested(name);
  const role = /^(?:name|key|field|header|param)$/i.test(name)
    ? 'name'
    : /^(?:values?|content|text)$/i.test(shown)
      ? 'value'
      : null;

  return {
    shown,
    isSecret: isSecretName(name) || (shown !== name && isSecretName(shown)),
    isOfGrant: isOfGrant(name),
    role,
  };
}
