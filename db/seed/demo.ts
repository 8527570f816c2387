/** Accounts and names of the demo data. The secret of the key is derived from its purpose. */
export const demo = {
  password: 'leadgate-demo',
  emails: {
    admin: 'admin@acme.test',
    agent: 'agent@acme.test',
    viewer: 'viewer@acme.test',
    globexAdmin: 'admin@globex.test',
  },
  companies: { sales: 'acme-sales', labs: 'acme-labs', globex: 'globex-sales' },
  key: { purpose: 'acme-sales', name: 'Website form (demo)' },
} as const;
