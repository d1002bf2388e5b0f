import type { MaskRules, MemberName } from './MaskRules.ts';
import { isOfGrant } from './maskForm.ts';
import { isPlain, textMask } from './maskText.ts';
import { maskJson } from './maskValue.ts';
import { remembered, secretNameTest } from './secretNames.ts';

/** Maximum levels of JSON within strings of JSON. */
const deepestText = 4;

export function createMaskRules(keys: readonly string[], except: readonly string[]): MaskRules {
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
