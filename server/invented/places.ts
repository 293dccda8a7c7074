/** What places of a state have in common, and some of its cities. */
interface State {
  /** Of telephone numbers. */
  areaCode: string
  /** The first three digits of ZIP codes. */
  zip: string
  cities: readonly string[]
}

/** Each state and the District of Columbia, by postal code. */
export const states: Readonly<Record<string, State>> = {
  AL: { areaCode: '205', zip: '352', cities: ['Birmingham', 'Tuscaloosa', 'Bessemer', 'Hoover', 'Jasper'] },
  AK: { areaCode: '907', zip: '995', cities: ['Anchorage', 'Fairbanks', 'Kenai', 'Wasilla'] },
  AZ: { areaCode: '602', zip: '850', cities: ['Phoenix', 'Tempe', 'Glendale', 'Chandler', 'Mesa'] },
  AR: { areaCode: '501', zip: '722', cities: ['Little Rock', 'Conway', 'Hot Springs', 'Benton', 'Searcy'] },
  CA: {
    areaCode: '559',
    zip: '937',
    cities: ['Fresno', 'Visalia', 'Salinas', 'Bakersfield', 'Stockton', 'Modesto', 'Oxnard', 'Riverside'],
  },
  CO: { areaCode: '303', zip: '802', cities: ['Denver', 'Pueblo', 'Greeley', 'Fort Collins', 'Longmont'] },
  CT: { areaCode: '203', zip: '065', cities: ['New Haven', 'Bridgeport', 'Waterbury', 'Danbury', 'Meriden'] },
  DE: { areaCode: '302', zip: '198', cities: ['Wilmington', 'Dover', 'Newark', 'Seaford'] },
  DC: { areaCode: '202', zip: '200', cities: ['Washington'] },
  FL: {
    areaCode: '813',
    zip: '336',
    cities: ['Tampa', 'Lakeland', 'Ocala', 'Pensacola', 'Jacksonville', 'Orlando'],
  },
  GA: { areaCode: '404', zip: '303', cities: ['Atlanta', 'Macon', 'Dalton', 'Augusta', 'Savannah', 'Rome'] },
  HI: { areaCode: '808', zip: '968', cities: ['Honolulu', 'Hilo', 'Kapolei'] },
  ID: { areaCode: '208', zip: '837', cities: ['Boise', 'Nampa', 'Twin Falls', 'Pocatello', 'Lewiston'] },
  IL: {
    areaCode: '815',
    zip: '611',
    cities: ['Rockford', 'Joliet', 'Peoria', 'Decatur', 'Chicago', 'Aurora', 'Moline'],
  },
  IN: {
    areaCode: '260',
    zip: '468',
    cities: ['Fort Wayne', 'Elkhart', 'South Bend', 'Kokomo', 'Muncie', 'Evansville'],
  },
  IA: {
    areaCode: '319',
    zip: '524',
    cities: ['Cedar Rapids', 'Waterloo', 'Davenport', 'Sioux City', 'Ames'],
  },
  KS: { areaCode: '316', zip: '672', cities: ['Wichita', 'Topeka', 'Salina', 'Hutchinson', 'Garden City'] },
  KY: {
    areaCode: '502',
    zip: '402',
    cities: ['Louisville', 'Lexington', 'Owensboro', 'Bowling Green', 'Paducah'],
  },
  LA: {
    areaCode: '225',
    zip: '708',
    cities: ['Baton Rouge', 'Lafayette', 'Monroe', 'Shreveport', 'Lake Charles'],
  },
  ME: { areaCode: '207', zip: '041', cities: ['Portland', 'Bangor', 'Lewiston', 'Augusta'] },
  MD: {
    areaCode: '410',
    zip: '212',
    cities: ['Baltimore', 'Frederick', 'Hagerstown', 'Salisbury', 'Annapolis'],
  },
  MA: {
    areaCode: '508',
    zip: '016',
    cities: ['Worcester', 'Springfield', 'Lowell', 'Fall River', 'Brockton', 'Pittsfield'],
  },
  MI: {
    areaCode: '616',
    zip: '495',
    cities: ['Grand Rapids', 'Kalamazoo', 'Lansing', 'Flint', 'Saginaw', 'Detroit', 'Muskegon'],
  },
  MN: {
    areaCode: '612',
    zip: '554',
    cities: ['Minneapolis', 'Saint Paul', 'Duluth', 'Rochester', 'Mankato'],
  },
  MS: { areaCode: '601', zip: '392', cities: ['Jackson', 'Meridian', 'Hattiesburg', 'Vicksburg'] },
  MO: {
    areaCode: '816',
    zip: '641',
    cities: ['Kansas City', 'Saint Louis', 'Springfield', 'Columbia', 'Joplin'],
  },
  MT: { areaCode: '406', zip: '591', cities: ['Billings', 'Great Falls', 'Missoula', 'Butte'] },
  NE: { areaCode: '402', zip: '681', cities: ['Omaha', 'Lincoln', 'Grand Island', 'Fremont'] },
  NV: { areaCode: '775', zip: '895', cities: ['Reno', 'Sparks', 'Las Vegas', 'Elko'] },
  NH: { areaCode: '603', zip: '031', cities: ['Manchester', 'Nashua', 'Concord', 'Keene'] },
  NJ: {
    areaCode: '973',
    zip: '071',
    cities: ['Newark', 'Paterson', 'Trenton', 'Camden', 'Edison', 'Vineland'],
  },
  NM: { areaCode: '505', zip: '871', cities: ['Albuquerque', 'Santa Fe', 'Farmington', 'Rio Rancho'] },
  NY: {
    areaCode: '315',
    zip: '132',
    cities: ['Syracuse', 'Utica', 'Rochester', 'Buffalo', 'Albany', 'Binghamton', 'Yonkers', 'Elmira'],
  },
  NC: {
    areaCode: '336',
    zip: '274',
    cities: ['Greensboro', 'Winston-Salem', 'High Point', 'Charlotte', 'Durham', 'Hickory'],
  },
  ND: { areaCode: '701', zip: '581', cities: ['Fargo', 'Bismarck', 'Minot', 'Grand Forks'] },
  OH: {
    areaCode: '419',
    zip: '436',
    cities: ['Toledo', 'Lima', 'Akron', 'Canton', 'Dayton', 'Columbus', 'Youngstown', 'Mansfield'],
  },
  OK: { areaCode: '918', zip: '741', cities: ['Tulsa', 'Oklahoma City', 'Enid', 'Lawton', 'Muskogee'] },
  OR: { areaCode: '503', zip: '972', cities: ['Portland', 'Salem', 'Eugene', 'Medford', 'Hillsboro'] },
  PA: {
    areaCode: '814',
    zip: '165',
    cities: ['Erie', 'Altoona', 'Johnstown', 'Pittsburgh', 'Allentown', 'Reading', 'Scranton', 'York'],
  },
  RI: { areaCode: '401', zip: '029', cities: ['Providence', 'Warwick', 'Pawtucket', 'Cranston'] },
  SC: {
    areaCode: '864',
    zip: '296',
    cities: ['Greenville', 'Spartanburg', 'Columbia', 'Florence', 'Anderson'],
  },
  SD: { areaCode: '605', zip: '571', cities: ['Sioux Falls', 'Rapid City', 'Aberdeen', 'Brookings'] },
  TN: {
    areaCode: '423',
    zip: '374',
    cities: ['Chattanooga', 'Knoxville', 'Memphis', 'Nashville', 'Kingsport'],
  },
  TX: {
    areaCode: '903',
    zip: '757',
    cities: ['Tyler', 'Longview', 'Houston', 'Beaumont', 'Amarillo', 'Lubbock', 'Waco', 'Fort Worth'],
  },
  UT: { areaCode: '801', zip: '841', cities: ['Salt Lake City', 'Ogden', 'Provo', 'Layton'] },
  VT: { areaCode: '802', zip: '054', cities: ['Burlington', 'Rutland', 'Barre', 'Brattleboro'] },
  VA: {
    areaCode: '540',
    zip: '240',
    cities: ['Roanoke', 'Harrisonburg', 'Richmond', 'Norfolk', 'Lynchburg'],
  },
  WA: { areaCode: '509', zip: '992', cities: ['Spokane', 'Yakima', 'Tacoma', 'Everett', 'Wenatchee'] },
  WV: { areaCode: '304', zip: '253', cities: ['Charleston', 'Huntington', 'Wheeling', 'Parkersburg'] },
  WI: {
    areaCode: '920',
    zip: '543',
    cities: ['Green Bay', 'Appleton', 'Oshkosh', 'Milwaukee', 'Madison', 'Wausau'],
  },
  WY: { areaCode: '307', zip: '820', cities: ['Cheyenne', 'Casper', 'Laramie', 'Gillette'] },
}
