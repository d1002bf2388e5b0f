import { isOfGrant } from './maskForm.ts';
import { isPlain, textMask } from './maskText.ts';
import { maskValue } from './maskValue.ts';
import { parseJson } from './parseJson.ts';
import { remembered } from './remembered.ts';
import { type IsSecretName, secretNameTest } from './secretNames.ts';

/** What all parts of a mask share. */
export interface MaskRules {
  readonly isSecretName: IsSecretName;
  /** The name of a header or of a member of an object. */
  name(name: string): MemberName;
  /** Masks any text. */
  text(text: string): string;
  /** Masks a text within something else, which may be JSON again. `depth` counts the JSON texts around it. */
  nested(text: string, depth?: number): string;
}

export interface MemberName {
  /** The name, masked: `session:17` is `session:***`. */
  readonly shown: string;
  /** Whether its value is a secret, by the name as it is or as it is shown. */
  readonly isSecret: boolean;
  /** Whether it belongs to a grant of OAuth, so that a `code` next to it is a secret. */
  readonly isOfGrant: boolean;
  /** As in `{ name: 'password', value: … }`. */
  readonly role: 'name' | 'value' | null;
}

/** How deep JSON within strings within JSON is read. */
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
      const parsed = depth < deepestText ? parseJson(value) : null;
      if (parsed === null) return text(value);
      const shown = JSON.stringify(maskValue(parsed.value, rules, depth + 1));

      // Spacing stays where there is nothing to hide.
      return shown === JSON.stringify(parsed.value) ? text(value) : shown;
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
