// Expo looks for the config plugin here; it is written in src/plugin.
module.exports = require('./dist/plugin.cjs').withTrailmark;
