import { type Option, text, type Values } from './options.ts';
import type { Report } from './report.ts';

type Spec = Readonly<Record<string, Option<unknown>>>;

/** A benchmark: its options, and what measures. */
export interface Suite<Options extends Spec = Spec> {
  readonly options: Options & { readonly out: Option<string | null> };
  /** Compares what contenders return, then measures them. @throws if one of them is wrong */
  measure(options: Values<Options>): Promise<Report>;
}

/** Every suite also has `--out`. */
export function defineSuite<const Options extends Spec>(
  options: Options,
  measure: (options: Values<Options>) => Promise<Report>,
): Suite<Options> {
  return { options: { ...options, out: text('a file for the report, in addition to printing it') }, measure };
}
