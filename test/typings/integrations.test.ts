import {
  Action,
  type AsForm,
  type Client,
  createClient,
  type Endpoint,
  type HttpResponse,
  type Mask,
  Method,
  type Token,
  type UsesAuth,
} from '@rowhouse/integrations';
import { expectTypeOf, it } from 'vitest';

/** Types that users of @rowhouse/integrations rely on. `npm run check:types` checks them; nothing here has to run. */
class Parcel implements Endpoint {
  method() {
    return Method.GET;
  }
  url() {
    return 'https://courier.example/parcels/1';
  }
  body() {
    return null;
  }
}

it('types a call', () => {
  const call = (client: Client) => new Action(new Parcel(), client).handle();
  expectTypeOf(call).returns.resolves.toExtend<HttpResponse>();
  expectTypeOf(createClient).returns.toEqualTypeOf<Client>();
  expectTypeOf<Mask['text']>().returns.toEqualTypeOf<string>();
});

it('refuses an endpoint that lacks something', () => {
  // @ts-expect-error An endpoint has a body, which may be null.
  class WithoutBody implements Endpoint {
    method() {
      return Method.GET;
    }
    url() {
      return 'https://courier.example';
    }
  }
  class WithoutToken extends Parcel implements UsesAuth {
    // @ts-expect-error A token provider returns a token.
    tokenProvider() {
      return 'secret';
    }
  }
  expectTypeOf<WithoutBody>().not.toExtend<Endpoint>();
  expectTypeOf<WithoutToken>().not.toExtend<UsesAuth>();
  expectTypeOf<Token>().not.toExtend<AsForm>();
});
