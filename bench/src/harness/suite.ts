import { type Option, type Options, text, type Values } from './options.ts';
import type { Report } from './report.ts';

/** A benchmark: its options, and what measures. */
export interface Suite<Spec extends Options = Options> {
  readonly options: Spec & { readonly out: Option<string | null> };
  /** Compares what contenders return, then measures them. @throws if one of them is wrong */
  measure(options: Values<Spec>): Promise<Report>;
}

/** Every suite also has `--out`. */
export function defineSuite<const Spec extends Options>(
  options: Spec,
  measure: (options: Values<Spec>) => Promise<Report>,
): Suite<Spec> {
  return { options: { ...options, out: text('a file for the report, in addition to printing it') }, measure };
}
