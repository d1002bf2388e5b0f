export { callLogContract, type OpenedCallLog } from './callLogContract.ts';
export { failureStoreContract } from './failureStoreContract.ts';
export {
  type Expectation,
  type FakeAnswer,
  type FakeClock,
  type FakeFailure,
  type FakeStep,
  type FakeTransport,
  fakeClock,
  fakeTransport,
} from './fakeTransport.ts';
