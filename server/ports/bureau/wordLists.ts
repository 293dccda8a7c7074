/** Industries and places of the fictitious businesses of the built-in registry. */

/** The second part of a name, and its industry. */
export const trades: readonly { name: string; industry: string }[] = [
  { name: 'Paper Mill', industry: 'Paper and paperboard mills' },
  { name: 'Packaging', industry: 'Paper and paperboard mills' },
  { name: 'Steel Works', industry: 'Iron and steel mills, forging' },
  { name: 'Forge', industry: 'Iron and steel mills, forging' },
  { name: 'Foundry', industry: 'Foundries' },
  { name: 'Aluminum Castings', industry: 'Foundries' },
  { name: 'Heat Treating', industry: 'Coating and heat treating of metals' },
  { name: 'Galvanizing', industry: 'Coating and heat treating of metals' },
  { name: 'Dairy', industry: 'Food manufacturing' },
  { name: 'Bakery', industry: 'Food manufacturing' },
  { name: 'Cannery', industry: 'Food manufacturing' },
  { name: 'Café Supply', industry: 'Food wholesalers' },
  { name: 'Cold Storage', industry: 'Warehousing' },
  { name: 'Brewing', industry: 'Breweries and distilleries' },
  { name: "Maltsters' Union", industry: 'Breweries and distilleries' },
  { name: 'Greenhouses', industry: 'Greenhouse and nursery production' },
  { name: 'Grain Elevator', industry: 'Grain and oilseed milling' },
  { name: 'Feed Mill', industry: 'Grain and oilseed milling' },
  { name: 'Ethanol', industry: 'Ethanol production' },
  { name: 'Chemical', industry: 'Chemical manufacturing' },
  { name: 'Fertilizer', industry: 'Chemical manufacturing' },
  { name: 'Coatings', industry: 'Chemical manufacturing' },
  { name: 'Plastics', industry: 'Plastics and rubber products' },
  { name: 'Glass Works', industry: 'Glass and glass products' },
  { name: 'Brick', industry: 'Clay products and refractories' },
  { name: 'Asphalt', industry: 'Asphalt paving mixtures' },
  { name: 'Lumber Drying', industry: 'Sawmills and wood preservation' },
  { name: 'Textile Finishing', industry: 'Textile finishing' },
  { name: 'Laundry', industry: 'Industrial laundries and linen supply' },
  { name: 'Hotel', industry: 'Hotels and resorts' },
  { name: 'Fitness Club', industry: 'Fitness and recreation centers' },
  { name: 'Medical Center', industry: 'General medical and surgical hospitals' },
  { name: 'Senior Living', industry: 'Continuing care and assisted living' },
  { name: 'Academy', industry: 'Elementary and secondary schools' },
  { name: 'Trade College', industry: 'Colleges and universities' },
  { name: 'Data Hosting', industry: 'Data processing and hosting' },
  { name: 'Real Estate', industry: 'Lessors of real estate' },
  { name: 'Auto Parts', industry: 'Motor vehicle parts' },
  { name: 'Machine Shop', industry: 'Machine shops' },
  { name: 'District Heating', industry: 'Steam and air-conditioning supply' },
]

/** The legal form at the end of a name; some have none. */
export const endings = ['Inc.', 'LLC', 'Corp.', 'Co.', 'L.P.', 'Company', '', '']

export const streetNames = [
  ...['Foundry', 'Mill', 'Depot', 'Canal', 'Orchard', 'Quarry', 'Station', 'Granary', 'Tannery', 'Ferry'],
  ...['Old Mill', 'Boiler House', 'Pipeline', 'Industrial', 'Commerce', 'Enterprise', 'Meadow', 'Ridge'],
]
export const streetKinds = ['Street', 'Avenue', 'Road', 'Drive', 'Parkway', 'Lane']
