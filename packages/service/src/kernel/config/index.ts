export type { Config, QueueConfig, S3Config, SmtpConfig } from './Config.ts';
export { builtInSections } from './Config.ts';
export { configurationTable } from './configKeys.ts';
export { createDataDir, keepSecret } from './dataDir.ts';
export { type ConfigOf, defineSection, type Section } from './defineSection.ts';
export type { Group, Key, KeyOptions, Keys, Named, Node, ValueOf, WrittenOf } from './keys.ts';
export { boolean, choice, group, key, list, named, text, whole } from './keys.ts';
export { type LoadOptions, loadConfig } from './loadConfig.ts';
