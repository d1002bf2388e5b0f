/** Ends something that was opened; `patience` is how many milliseconds it may take at most. */
export type Closing = (patience: number) => Promise<unknown>;

/** Ends all of it, what was opened last first. What fails is told, and keeps nothing else open. */
export async function closeAll(
  closings: Closing[],
  log: (level: 'warn', text: string) => void,
  patience = 0,
): Promise<void> {
  for (const close of closings.splice(0).reverse()) {
    try {
      await close(patience);
    } catch (error) {
      log('warn', `Error during shutdown: ${(error as Error).message}`);
    }
  }
}
