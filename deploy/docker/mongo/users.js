/* global db */
// Runs once, on an empty data directory: one user per service, allowed to use that service's database only.
for (const service of ['identity', 'shares', 'billing', 'audit', 'analytics']) {
  db.getSiblingDB(service).createUser({
    user: service,
    pwd: process.env.MONGO_APP_PASSWORD,
    roles: [{ role: 'readWrite', db: service }],
  });
}
