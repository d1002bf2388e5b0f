// `prepack` of every package: npm would pack the folder as it is, perhaps without what has to be built, with entry points
// of sources that the tarball lacks, and with links that lead nowhere. The machine's own Node runs it, perhaps an old one.
console.error(`
This package is not packed or published from its own folder. In the root of the repository:

  npm run pack

builds all packages and writes their tarballs to dist/packages. docs/guides/releasing.md describes how they are published.
`);
process.exit(1);
