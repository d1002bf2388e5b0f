export const channels = ['mail', 'database', 'broadcast'] as const;
/** `mail`: an e-mail. `database`: stored in the user's list. `broadcast`: shown immediately in open pages. */
export type Channel = (typeof channels)[number];
