self.part = 'part'
