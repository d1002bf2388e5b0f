import { randomBytes, randomInt } from 'node:crypto';

/** Secrets of a test, each unique, and where it put them. */
export class Planted {
  readonly #places = new Map<string, string>();

  /** A secret for that place: words and digits, which no pattern tells from an order's number. */
  secret(place: string): string {
    return this.plant(place, `cny${randomBytes(12).toString('hex')}`);
  }

  /** A credit card's number with a right check digit. */
  card(place: string): string {
    const digits = `4${Array.from({ length: 14 }, () => randomInt(10)).join('')}`;

    return this.plant(place, digits + checkDigit(digits));
  }

  jwt(place: string): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = part({ sub: randomBytes(8).toString('hex') });

    return this.plant(place, `${part({ alg: 'HS256' })}.${claims}.${randomBytes(24).toString('base64url')}`);
  }

  /** As a well-known provider writes its keys. */
  providerKey(place: string): string {
    return this.plant(place, `sk_live_${randomBytes(12).toString('hex')}`);
  }

  plant(place: string, value: string): string {
    if (this.#places.has(place)) throw new Error(`There is a canary in ${place} already.`);
    this.#places.set(place, value);

    return value;
  }

  get count(): number {
    return this.#places.size;
  }

  /** Every place whose canary is in one of the texts, in whatever spelling, with the text's name. */
  foundIn(texts: Readonly<Record<string, string>>): string[] {
    return Object.entries(texts).flatMap(([name, text]) => {
      const all = text.toLowerCase();

      return [...this.#places]
        .filter(([, value]) => spellings(value).some((spelling) => all.includes(spelling.toLowerCase())))
        .map(([place]) => `${place} is in ${name}`);
    });
  }
}

/** As it is, within an address, in hex, and in Base64 wherever it begins there. */
function spellings(value: string): string[] {
  const inBase64 = [0, 1, 2].map((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)]);
    // The characters at both ends depend on what stands beside.
    return bytes
      .toString('base64')
      .replace(/=+$/, '')
      .slice(shift === 0 ? 0 : shift + 1, -2);
  });

  return [value, encodeURIComponent(value), Buffer.from(value).toString('hex'), ...inBase64];
}

function checkDigit(digits: string): number {
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);

    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);

  return (10 - (sum % 10)) % 10;
}
