// Runs once, on an empty data directory: one user per service, allowed to use that service's database only.
// begin: databases, rendered from deploy/services.yaml by `npm run topology`
const services = ['identity', 'shares', 'billing', 'audit', 'analytics'];
// end: databases
for (const service of services) {
  db.getSiblingDB(service).createUser({
    user: service,
    pwd: process.env[`MONGO_PASSWORD_${service.toUpperCase()}`],
    roles: [{ role: 'readWrite', db: service }],
  });
}
