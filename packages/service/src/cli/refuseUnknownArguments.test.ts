import { expect, it } from 'vitest';
import { refuseUnknownArguments } from './refuseUnknownArguments.ts';

const commands = {
  serve: { args: { database: { type: 'string' }, demo: { type: 'boolean' }, orders: { type: 'string' } } },
  eject: { args: { tables: { type: 'positional' }, all: { type: 'boolean' } } },
  migrate: {},
};

function messageOf(given: readonly string[]): string | null {
  try {
    refuseUnknownArguments(given, commands);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

it.each([
  [[]],
  [['--help']],
  [['-h']],
  [['--version']],
  [['serve']],
  [['serve', '--demo', '--orders', '5']],
  [['serve', '--orders=5', '--no-demo']],
  [['serve', '--help']],
  [['eject', 'orders', 'shop.customers', '--all']],
  [['migrate']],
])('accepts %j', (given) => {
  expect(messageOf(given)).toBeNull();
});

it.each([
  [['serve', '--databse', 'sqlite:a.db'], 'There is no option --databse; did you mean --database?'],
  [['serve', '--databse=sqlite:a.db'], 'There is no option --databse; did you mean --database?'],
  [['--databse', 'sqlite:a.db', 'serve'], 'There is no option --databse; did you mean --database?'],
  [['--confg', 'a.ts'], 'There is no option --confg; did you mean --config?'],
  [['serve', '--dmo'], 'There is no option --dmo; did you mean --demo?'],
  [['serve', '--no-dmo'], 'There is no option --no-dmo; did you mean --demo?'],
  [['migrate', '--demo'], 'There is no option --demo.'],
  [['migrate', '-x'], 'There is no option -x.'],
  [['srve'], 'There is no command "srve"; did you mean "serve"?'],
  [['toString'], 'There is no command "toString".'],
  [['serve', '--toString'], 'There is no option --toString.'],
  [['migrate', 'now'], '"now" is not expected here.'],
])('refuses %j', (given, message) => {
  expect(messageOf(given)).toContain(message);
});

it('does not repeat a URL, which may have a password', () => {
  const message = messageOf(['serve', 'postgres://me:secret@localhost/shop']);
  expect(message).toMatch(
    /^A URL is not expected here\. Write the name of its option before it\. .*serve --help$/,
  );
});

it('names the command that lists what is accepted', () => {
  expect(messageOf(['serve', '--xyz'])).toMatch(/serve --help$/);
  expect(messageOf(['xyz'])).toMatch(/ --help$/);
});
