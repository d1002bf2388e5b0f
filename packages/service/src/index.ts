// Includes the declarations by which these modules extend the context in the published types.
import './modules/apiCalls/index.ts';
import './modules/avatars/index.ts';
import './modules/tableJobs/index.ts';

export { ServiceError } from './base/errors.ts';
export { createService, type Service } from './definition/createService.ts';
export { defineService, type ServiceDefinition } from './definition/ServiceDefinition.ts';
export type { PermissionEntry } from './kernel/access/permissionCatalogue.ts';
export type { User, UserFieldValues } from './kernel/access/User.ts';
export type { BrandingOptions } from './kernel/branding/readBranding.ts';
export type { Config } from './kernel/config/Config.ts';
export { defineSection, type Section } from './kernel/config/defineSection.ts';
export { boolean, choice, group, key, list, named, text, whole } from './kernel/config/keys.ts';
export type { Database } from './kernel/database/Database.ts';
export { installTableEvents, removeTableEvents } from './kernel/events/installTableEvents.ts';
export type { Hooks, RecordChange, RecordChanging, RequestEnd, RequestEvent } from './kernel/hooks/Hooks.ts';
export { type OptionsRoute, optionsRoute } from './kernel/http/optionsRoute.ts';
export type { JobFailure, JobHandler, JobKind, Jobs, JobType } from './kernel/jobs/Jobs.ts';
export { defineJob } from './kernel/jobs/Jobs.ts';
export type { Dictionary, Translate } from './kernel/language/translate.ts';
export { isoDay, momentText, type Reader } from './kernel/language/translate.ts';
export type { NewMail } from './kernel/mail/Mailer.ts';
export type { Extend, UserField } from './kernel/module/Extend.ts';
export type { Lifecycle, Started } from './kernel/module/Lifecycle.ts';
export {
  type Context,
  type ContextWith,
  defineModule,
  type MenuEntry,
  type Module,
  type Opened,
  type Seed,
  type SeedOptions,
  type SeedProgress,
  type ServeContext,
  type WorkContext,
} from './kernel/module/Module.ts';
export type { CommandRun, ModuleCommand } from './kernel/module/ModuleCommand.ts';
export type { NotificationContent, Notifier, NotifyOptions } from './kernel/module/Notifier.ts';
export type { ModuleProvides } from './kernel/module/Provides.ts';
export type { Schedule } from './kernel/module/Schedule.ts';
export { type CoreApiGroupOptions, coreApiGroup } from './modules/apiCalls/index.ts';
export type { ActionEvent, ExportEvent, TableWorkEnd } from './modules/tableJobs/index.ts';
export type { SignInEvent } from './modules/users/index.ts';
export { grantPermissions } from './modules/users/index.ts';
export type { CellChange, CellChanging } from './tables/editEvents.ts';
