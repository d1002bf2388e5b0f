declare module '../../kernel/hooks/Hooks.ts' {
  interface HookEvents {
    /** New sessions, by password or impersonation. Not requests with an API key. */
    readonly signIn: { readonly before: SignInEvent; readonly after: SignInEvent };
  }

  interface RecordKinds {
    readonly users: true;
    readonly passwordLinks: true;
    readonly sessions: true;
    readonly roles: true;
    readonly apiKeys: true;
  }
}

export interface SignInEvent {
  readonly userId: number;
  readonly way: 'password' | 'impersonation';
  /** Id of the impersonator, if any. */
  readonly impersonatedBy: number | null;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}
