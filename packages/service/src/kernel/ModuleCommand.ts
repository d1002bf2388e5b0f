/** An option `--name`, or a word by its place. */
export interface CommandArgument {
  readonly type: 'string' | 'boolean' | 'positional';
  /** One sentence, for `--help`. */
  readonly description: string;
  readonly default?: string | boolean;
  readonly required?: boolean;
}

/** A command of a module: `rowhouse shop:reindex --since 2026-01-01`. */
export interface ModuleCommand<Context> {
  /** One sentence, for `--help`. */
  readonly description: string;
  readonly args?: Readonly<Record<string, CommandArgument>>;
  /** A rejection ends the command with status 1. The tables are up to date. */
  run(parts: CommandParts<Context>): Promise<void> | void;
}

export interface CommandParts<Context> {
  /** By name; undefined where nothing was given. */
  readonly args: Readonly<Record<string, string | boolean | undefined>>;
  readonly context: Context;
  /** Writes a line to the standard output. */
  print(text: string): void;
}
