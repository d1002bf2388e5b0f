// Puts the Node that npm has installed into node_modules/.bin, where it is not. npm 9 takes it away again, together with
// the optional package for the other kind of processor. It is run by the machine's own Node, which may be an old one.
import { existsSync, symlinkSync } from 'node:fs';

const program = `node-linux-${process.arch}/bin/node`;
const link = 'node_modules/.bin/node';

if (existsSync(`node_modules/${program}`) && !existsSync(link)) symlinkSync(`../${program}`, link);
