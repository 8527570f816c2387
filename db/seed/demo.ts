/** What a newcomer needs to know about the demo data. The key's secret follows from its purpose. */
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
