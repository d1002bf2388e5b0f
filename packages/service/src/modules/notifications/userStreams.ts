/** Why a stream ends for good; its page does not come back with the same credentials. */
export type EndReason = 'signed-out' | 'too-many-streams';

/** A connection over which one page hears events. */
export interface UserStream {
  readonly userId: number;
  /** Whether it was opened with credentials that are still good. Rejects when that cannot be known. */
  isPermitted(): Promise<boolean>;
  /** Ends it. Without a reason, the page may connect again. */
  end(reason?: EndReason): void;
  /** Resolves once its connection is closed. */
  readonly closed: Promise<void>;
  /** Cuts the connection. */
  destroy(): void;
}

/** The open streams of this process. */
export interface UserStreams {
  /** Above `mostOfUser`, the oldest stream of the user ends. */
  add(stream: UserStream): void;
  delete(stream: UserStream): void;
  /** Ends those whose user has signed out or may not be here any more; one after the other. */
  check(): Promise<void>;
  /** Ends all, and cuts what does not end within `patience` milliseconds. */
  endAll(patience?: number): Promise<void>;
}

export function userStreams(mostOfUser = 10): UserStreams {
  // In the order in which they were opened.
  const streams = new Set<UserStream>();
  let isChecking = false;

  return {
    add: (stream) => {
      streams.add(stream);
      const ofUser = [...streams].filter(({ userId }) => userId === stream.userId);
      if (ofUser.length > mostOfUser) ofUser[0]?.end('too-many-streams');
    },
    delete: (stream) => {
      streams.delete(stream);
    },
    check: async () => {
      // The last check may take longer than the time between two.
      if (isChecking) return;
      isChecking = true;
      try {
        for (const stream of [...streams]) {
          // What cannot be known, with the database away, is asked again; nothing is told meanwhile.
          if (!(await stream.isPermitted().catch(() => true))) stream.end('signed-out');
        }
      } finally {
        isChecking = false;
      }
    },
    endAll: async (patience = 1_000) => {
      const ending = [...streams];
      for (const stream of ending) stream.end();
      let timer: NodeJS.Timeout | undefined;
      const tooLong = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience);
      });
      await Promise.race([Promise.all(ending.map(({ closed }) => closed)), tooLong]);
      clearTimeout(timer);
      for (const stream of ending) stream.destroy();
    },
  };
}
