import { Action, type AsForm, type Client, type Endpoint, Method, type Token } from '@rowhouse/integrations';

export interface CourierAccount {
  /** Address of the API, without a slash at its end. */
  readonly base: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Asks for a token: a call like any other, logged and masked. */
class TokenEndpoint implements Endpoint, AsForm {
  readonly #account: CourierAccount;
  constructor(account: CourierAccount) {
    this.#account = account;
  }
  method() {
    return Method.POST;
  }
  url() {
    return `${this.#account.base}/oauth/token`;
  }
  body() {
    const { clientId, clientSecret } = this.#account;

    return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  }
  asForm() {
    return true as const;
  }
}

/** The token of an account. However many calls want one at the same time, the courier is asked once. */
export class CourierToken implements Token {
  /** For `lock` of createClient: processes of the same account refresh one after the other. */
  readonly key: string;
  readonly #account: CourierAccount;
  readonly #client: Client;
  #token: Promise<string> | null = null;

  constructor(account: CourierAccount, client: Client) {
    this.key = `courier ${account.clientId}`;
    this.#account = account;
    this.#client = client;
  }

  current(): Promise<string> {
    this.#token ??= this.#ask();

    return this.#token;
  }

  async refresh(): Promise<void> {
    this.#token = this.#ask();
    await this.#token;
  }

  async #ask(): Promise<string> {
    try {
      const response = await new Action(new TokenEndpoint(this.#account), this.#client).handle();
      const answer = response.throw().json() as { access_token: string };

      return answer.access_token;
    } catch (error) {
      // The next call asks again.
      this.#token = null;
      throw error;
    }
  }
}
