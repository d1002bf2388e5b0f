import { say, type Text } from '@rowhouse/problems';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { invalidRequest } from '../../base/errors.ts';
import type { User } from '../../kernel/access/User.ts';
import type { Database } from '../../kernel/database/Database.ts';
import { changesOf, type HookCalls } from '../../kernel/hooks/createHooks.ts';
import type { Translate } from '../../kernel/language/translate.ts';
import type { Channel, NotificationTypes } from '../../kernel/module/Notifier.ts';
import { type PreferenceChange, type PreferencesChange, preferences, preferencesChange } from './messages.ts';

interface PreferenceRoutesOptions {
  readonly db: Kysely<Database>;
  readonly notificationTypes: NotificationTypes;
  readonly translate: Translate;
  readonly hooks: HookCalls;
}

/** The user's channels per type of notification. */
export const preferenceRoutes = fastifyPlugin<PreferenceRoutesOptions>(
  async (app, { db, notificationTypes, translate, hooks }) => {
    app.get(
      '/api/core/notifications/preferences',
      {
        config: { name: 'core.notifications.preferences', access: 'signed-in' },
        schema: {
          tags: ['notifications'],
          summary: 'The channels by which the user is notified, for each type of notification.',
          response: { 200: preferences },
        },
      },
      ({ user, language }) => readAll(user as User, language),
    );

    app.put<{ Body: PreferencesChange }>(
      '/api/core/notifications/preferences',
      {
        config: {
          name: 'core.notifications.preferences.update',
          access: 'signed-in',
          refusesImpersonator: true,
        },
        schema: {
          tags: ['notifications'],
          summary: 'Set the channels per type of notification.',
          description: 'Omitted types and channels stay unchanged.',
          body: preferencesChange,
          response: { 200: preferences },
        },
      },
      async (request) => {
        const user = request.user as User;
        const { data } = request.body;
        checkPreferences(data, notificationTypes);
        await hooks.changing(db, user, async (transaction, tell) => {
          const before = await chosenBy(transaction, user.id);
          for (const preference of data) await save(transaction, user.id, preference);
          const changes = changesOf(before, await chosenBy(transaction, user.id));
          await tell({ kind: 'notificationPreferences', id: user.id, action: 'updated', changes });
        });

        return readAll(user, request.language);
      },
    );

    async function readAll({ id, role }: User, language: string) {
      const rows = await db
        .selectFrom('notification_preferences')
        .selectAll()
        .where('user_id', '=', id)
        .execute();
      const visible = Object.entries(notificationTypes).filter(
        ([, { administratorsOnly }]) => role.isAdministrator || !administratorsOnly,
      );
      const data = visible.map(([type, { label, mandatory = [] }]) => {
        const chosen = rows.find((row) => row.type === type);
        const isOn = (channel: Channel) => mandatory.includes(channel) || (chosen?.[channel] ?? true);

        return {
          type,
          label: translate(language, label),
          mail: isOn('mail'),
          database: isOn('database'),
          broadcast: isOn('broadcast'),
          mandatory: [...mandatory],
        };
      });

      return { data };
    }
  },
  { name: 'preference-routes', dependencies: ['guard'] },
);

/** Type → channels. */
async function chosenBy(db: Kysely<Database>, userId: number): Promise<Record<string, object>> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['type', 'mail', 'database', 'broadcast'])
    .where('user_id', '=', userId)
    .execute();

  return Object.fromEntries(rows.map(({ type, ...channels }) => [type, channels]));
}

async function save(
  db: Kysely<Database>,
  userId: number,
  { type, ...chosen }: PreferenceChange,
): Promise<void> {
  await db
    .insertInto('notification_preferences')
    .values({ user_id: userId, type, mail: true, database: true, broadcast: true, ...chosen })
    .onConflict((conflict) => conflict.columns(['user_id', 'type']).doUpdateSet({ type, ...chosen }))
    .execute();
}

/** Throws with all faults of a request: unknown types, repeated types, mandatory channels switched off. */
function checkPreferences(preferences: readonly PreferenceChange[], types: NotificationTypes): void {
  const faults: Record<string, Text[]> = {};
  for (const [index, { type, ...chosen }] of preferences.entries()) {
    const known = Object.hasOwn(types, type) ? types[type] : undefined;
    if (known === undefined) {
      const names = Object.keys(types).join(', ');
      faults[`data.${index}.type`] = [say`must be one of ${names}, not ${JSON.stringify(type)}`];
      continue;
    }
    if (preferences.findIndex((other) => other.type === type) !== index) {
      faults[`data.${index}.type`] = [say`must not be repeated; ${type} occurs before`];
    }
    for (const channel of known.mandatory ?? []) {
      if (chosen[channel] !== false) continue;
      faults[`data.${index}.${channel}`] = [say`must stay on: ${type} is always sent by ${channel}`];
    }
  }
  if (Object.keys(faults).length > 0) throw invalidRequest(faults);
}
