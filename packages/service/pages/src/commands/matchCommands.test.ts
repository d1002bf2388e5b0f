import { describe, expect, it } from 'vitest';
import { type Command, matchCommands } from './matchCommands.ts';

const commands = [
  ['Übersicht', 'Seiten'],
  ['Bestellungen', 'Tabellen'],
  ['Neuer Benutzer', 'Aktionen'],
  ['Benutzer', 'System'],
  ['API-Protokoll', 'System'],
].map(([name = '', group = '']): Command => ({ id: name, name, group, icon: '', run: () => undefined }));

const names = (query: string, recent: readonly string[] = []) =>
  matchCommands(commands, query, recent).map(({ name }) => name);

describe('The command menu', () => {
  it('finds words in any order, in any case, without accents', () => {
    expect(names('ubersicht')).toEqual(['Übersicht']);
    expect(names('BENUTZER neu')).toEqual(['Neuer Benutzer']);
    expect(names('protokoll api')).toEqual(['API-Protokoll']);
    expect(names('nothing')).toEqual([]);
  });

  it('lists matches at the beginning first, and matches of the group only last', () => {
    expect(names('benutzer')).toEqual(['Benutzer', 'Neuer Benutzer']);
    expect(names('s')[0]).toBe('Übersicht');
    expect(names('system')).toEqual(['Benutzer', 'API-Protokoll']);
  });

  it('lists recently used commands first', () => {
    expect(names('', ['API-Protokoll', 'gone', 'Benutzer']).slice(0, 3)).toEqual([
      'API-Protokoll',
      'Benutzer',
      'Übersicht',
    ]);
    expect(names('e', ['Bestellungen'])).toContain('Bestellungen');
  });
});
