// node-polyglot brings a polyfill of what every browser has, with a dozen packages behind it.
module.exports = Object.entries;
