export type { Mail } from './kernel/mail/Mailer.ts';
export type { Notification } from './modules/notifications/index.ts';
export type { FailedJob, RunJobsOptions } from './testService/startTestService.ts';
export {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from './testService/startTestService.ts';
export type { SignInOptions, TestCaller, TestResponse, TestUser } from './testService/TestCaller.ts';
