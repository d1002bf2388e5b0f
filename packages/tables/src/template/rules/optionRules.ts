import type { TemplateFault } from '../TemplateFault.ts';

/**
 * How an option depends on others of the same part of a template. Options are named by words: a tag (`facet`), an option
 * (`dateFormat`), or an option with its value (`action=ajax`). In texts, `{option}` and `{other}` are the two words, `{value}`
 * is the value of the option.
 */
export type OptionRule<Word extends string = string> = {
  readonly option: Word;
  readonly problem: string;
  readonly remedy: string;
} & (
  | {
      /** One of these has to be given, too; the fault is at the first. */
      readonly needs: readonly Word[];
    }
  | {
      /** None of these may be given. */
      readonly excludes: readonly Word[];
      /** Defaults to `conflict`. */
      readonly code?: 'no_effect';
    }
  | {
      /** It has no effect without one of these. */
      readonly onlyWith: readonly Word[];
    }
);

/** What a part of a template gives. */
export interface GivenOptions {
  /** Word → its path in the template. */
  readonly paths: ReadonlyMap<string, string>;
  /** Option → its value, for texts. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether the schema has refused what may be meant as the word. */
  mayBe(word: string): boolean;
  /** The path of an option that is missing. */
  missing(word: string): string;
}

/** The faults of a part of a template by a table of rules. */
export function faultsByRules(rules: readonly OptionRule[], given: GivenOptions): TemplateFault[] {
  return rules.flatMap((rule) => {
    const path = given.paths.get(rule.option);

    return path === undefined ? [] : faultsOf(rule, path, given);
  });
}

function faultsOf(rule: OptionRule, path: string, given: GivenOptions): TemplateFault[] {
  const isGiven = (word: string) => given.paths.has(word) || given.mayBe(word);
  const fault = (code: TemplateFault['code'], at: string, other: string): TemplateFault => ({
    path: at,
    code,
    problem: filled(rule.problem, rule.option, other, given),
    remedy: filled(rule.remedy, rule.option, other, given),
  });
  if ('excludes' in rule) {
    return rule.excludes
      .filter((word) => word !== rule.option && given.paths.has(word))
      .map((word) => fault(rule.code ?? 'conflict', path, word));
  }
  const words = 'needs' in rule ? rule.needs : rule.onlyWith;
  const [first = ''] = words;
  if (words.some(isGiven)) return [];

  return ['needs' in rule ? fault('missing', given.missing(first), first) : fault('no_effect', path, first)];
}

function filled(text: string, option: string, other: string, { values }: GivenOptions): string {
  const [name = ''] = option.split('=');

  return text
    .replaceAll('{option}', name)
    .replaceAll('{other}', other)
    .replaceAll(/\{value(?: of (\w+))?\}/g, (_, of?: string) => String(values[of ?? name]));
}
