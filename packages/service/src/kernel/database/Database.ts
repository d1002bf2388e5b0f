/**
 * The tables of the service. The kernel knows none: each module adds its own, by declaration merging.
 *
 *     declare module '../../kernel/database/Database.ts' {
 *       interface Database { notifications: NotificationsTable }
 *     }
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules fill it.
export interface Database {}
